#!/usr/bin/env python3
"""Compares our declarations of the CUDA driver API and of NVML with the vendor's headers.

The headers come from PyPI (nvidia-cuda-runtime 13.0, nvidia-nvml-dev) into the cache; nothing of them is kept in the
tree. Three things are compared by compiling generated files: values of enumerators, sizes and offsets of structures,
and prototypes, each of which must be compatible with the vendor's declaration and with its function pointer type.
"""
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGES = {"nvidia-cuda-runtime": "nvidia-cuda-runtime==13.0.*", "nvidia-nvml-dev": "nvidia-nvml-dev==13.*"}
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "aliquot" / "headers"
INCLUDE = Path("include")
# Ours alone: one layout that the vendor declares twice under other names.
OURS_ALONE = {"CUDA_EVENT_NODE_PARAMS"}


def fetch():
    """Downloads and unpacks what the cache lacks; gives the folder with cuda.h and nvml.h."""
    CACHE.mkdir(parents=True, exist_ok=True)
    for name, wanted in PACKAGES.items():
        if not list(CACHE.glob(name.replace("-", "_") + "-*.whl")):
            print(f"fetching {wanted}", flush=True)
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:",
                            "-d", CACHE, wanted], check=True)
    for wheel in CACHE.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(CACHE, [n for n in archive.namelist() if "/include/" in n])
    return next(CACHE.glob("**/cuda.h")).parent


def strip_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def read(names):
    return "\n".join(strip_comments((INCLUDE / name).read_text()) for name in names)


def enumerators(text):
    for body in re.findall(r"typedef enum \{(.*?)\}", text, re.S):
        yield from re.findall(r"(\w+)\s*=\s*(-?(?:0x)?[0-9A-Fa-f]+)", body)


def structures(text):
    """Names of our structures with their fields at top level."""
    one_line, many_lines = r"\{([^{}\n]*)\} (\w+);", r"\{(.*?)\n\} (\w+);"
    for match in re.finditer(f"typedef (?:struct|union) (?:{one_line}|{many_lines})", text, re.S):
        body, name = (match[1], match[2]) if match[2] else (match[3], match[4])
        while re.search(r"(?:struct|union) \{[^{}]*\}", body):
            body = re.sub(r"(?:struct|union) \{[^{}]*\}", "int", body)
        fields = []
        for declaration in body.split(";"):
            for part in declaration.split(","):
                field = re.search(r"(\w+)\s*(?:\[.*\])?\s*$", part.strip())
                if field and len(declaration.split()) > 1:
                    fields.append(field[1])
        yield name, fields


def our_layouts(header, text, compiler):
    """Static assertions with the sizes and offsets that our header gives."""
    lines = ["#include <stddef.h>", "#include <stdio.h>", f'#include "{header}"', "int main(void) {"]
    for name, fields in structures(text):
        if name in OURS_ALONE:
            continue
        lines.append(f'printf("_Static_assert(sizeof({name}) == %zu, \\"{name}\\");\\n", sizeof({name}));')
        for field in fields:
            if field not in ("align", "int"):
                lines.append(f'printf("_Static_assert(offsetof({name}, {field}) == %zu, \\"{name}.{field}\\");\\n", '
                             f'offsetof({name}, {field}));')
    source = CACHE / "layouts.c"
    source.write_text("\n".join(lines + ["return 0; }"]))
    subprocess.run([compiler, "-std=c11", f"-I{INCLUDE.resolve()}", source, "-o", CACHE / "layouts"], check=True)
    return subprocess.run([CACHE / "layouts"], check=True, capture_output=True, text=True).stdout


def compile_checks(name, lines, include, compiler):
    source = CACHE / f"{name}.c"
    source.write_text("\n".join(lines) + "\n")
    command = [compiler, "-std=gnu11", "-Wno-deprecated-declarations", "-fsyntax-only", f"-I{include}",
               f"-I{INCLUDE.resolve()}", source]
    return subprocess.run(command, check=False).returncode == 0


def pointer_types():
    """Symbol -> name of the vendor's function pointer type."""
    types = {}
    for row in Path("data/driver-entry-points.tsv").read_text().splitlines():
        base, version, flags, symbol = row.split("\t")
        suffix = symbol[-5:] if flags == "2" else ""
        types[symbol] = f"PFN_{base}_v{version}{suffix}"
    return types


def prototypes(text):
    return re.findall(r"(?:CUresult|nvmlReturn_t|const char \*)\s*\*?(\w+)\(", text)


def check_cuda(include, compiler):
    types = read(["cuda_enums.h", "cuda_result.h", "cuda_structs_memory.h", "cuda_structs_work.h"])
    api = read([p.name for p in sorted(INCLUDE.glob("cuda_api_*.h"))])
    values, names, pointers = list(enumerators(types)), prototypes(api), pointer_types()
    lines = ["#define __CUDA_API_VERSION_INTERNAL", "#include <stddef.h>", "#include <cuda.h>",
             "#include <cudaTypedefs.h>", "#define ALIQUOT_CUDA_TYPES_EXTERNAL", '#include "cuda_api.h"']
    lines += [f'_Static_assert((long long){n} == {v}, "{n}");' for n, v in values]
    layouts = our_layouts("cuda_types.h", types, compiler)
    lines.append(layouts)
    lines += [f'_Static_assert(__builtin_types_compatible_p(__typeof__(&{n}), {pointers[n]}), "prototype of {n}");'
              for n in names]
    print(f"cuda.h: {len(values)} enumerators, {layouts.count('sizeof')} structures with "
          f"{layouts.count('offsetof')} fields, {len(names)} prototypes")
    return compile_checks("cuda_check", lines, include, compiler)


def check_nvml(include, compiler):
    raw = (INCLUDE / "nvml_types.h").read_text()
    types = strip_comments(raw)
    declared = types.split("#ifndef ALIQUOT_NVML_TYPES_ONLY")[1].split("#endif")[0]
    values = list(enumerators(types))
    lines = ["#define NVML_NO_UNVERSIONED_FUNC_DEFS", "#include <stddef.h>", "#include <nvml.h>", declared]
    lines += [f'_Static_assert((long long){n} == {v}, "{n}");' for n, v in values]
    layouts = our_layouts("nvml_types.h", types.split("#ifndef ALIQUOT_NVML_TYPES_ONLY")[0], compiler)
    lines.append(layouts)
    print(f"nvml.h: {len(values)} enumerators, {layouts.count('sizeof')} structures with "
          f"{layouts.count('offsetof')} fields, {len(prototypes(declared))} prototypes")
    return compile_checks("nvml_check", lines, include, compiler)


def main():
    compiler = os.environ.get("CC", "cc")
    include = fetch()
    fine = [check_cuda(include, compiler), check_nvml(include, compiler)]
    print("our declarations agree with the vendor's" if all(fine) else "our declarations differ, see above")
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
