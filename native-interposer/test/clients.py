"""Clients of NVML beside a program with 1000 MiB and 30 % of an 80 GB card. Prints 'N passed, N failed'."""
import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pynvml

WORKER = int(os.environ["WORKER"])
LIMIT = 1000 << 20
passed = failed = skipped = 0


def check(sentence, good, seen=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(("ok      " if good else "FAILED  ") + sentence + (f": {seen}" if not good else ""), flush=True)


def wait_for(condition, seconds=40):
    """The first true answer, or the last one."""
    end = time.monotonic() + seconds
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


def run(*command):
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=60).stdout


def nvidia_ml_py():
    pynvml.nvmlInit()
    card = pynvml.nvmlDeviceGetHandleByIndex(0)
    busy = wait_for(lambda: pynvml.nvmlDeviceGetUtilizationRates(card).gpu)
    processes = pynvml.nvmlDeviceGetComputeRunningProcesses(card)
    memory = pynvml.nvmlDeviceGetMemoryInfo(card)
    memory2 = pynvml.nvmlDeviceGetMemoryInfo(card, version=pynvml.nvmlMemory_v2)
    check("nvidia-ml-py shows the memory of the share", memory.total == LIMIT == memory2.total, memory)
    check("nvidia-ml-py shows what the container uses", memory.used == 352 << 20, memory.used)
    check("nvidia-ml-py shows the container's process", [p.pid for p in processes] == [WORKER], processes)
    check("nvidia-ml-py shows its memory", processes and processes[0].usedGpuMemory == memory.used, processes)
    check("nvidia-ml-py shows utilisation near the share", 0 < busy <= 45, busy)
    pynvml.nvmlShutdown()


def gpustat():
    answer = run("-m", "gpustat", "--json")
    card = json.loads(answer)["gpus"][0] if answer.startswith("{") else {}
    check("gpustat shows the memory of the share", card.get("memory.total") == 1000, answer)
    check("gpustat shows the container's process",
          [p["pid"] for p in card.get("processes") or []] == [WORKER], card.get("processes"))


def nvitop():
    answer = run("-m", "nvitop", "--once", "--colorful")
    answer = re.sub(r"\x1b\[[0-9;]*m", "", answer)
    check("nvitop shows the memory of the share", "1000MiB" in answer or "1000.0MiB" in answer or "0.98GiB" in answer, answer)
    check("nvitop shows the container's process", str(WORKER) in answer, answer)


def screen_of(command, wanted):
    """What a program draws on a terminal until all of `wanted` has been there."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", COLUMNS="160", LINES="50")
        os.execv(command, [command, "-d", "5"])
    text, end = "", time.monotonic() + 40
    while time.monotonic() < end and not all(re.search(w, text) for w in wanted):
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                text += re.sub(r"\x1b[\[(][0-9;?]*[A-Za-z]", " ", os.read(terminal, 65536).decode(errors="replace"))
            except OSError:
                break
    os.kill(pid, 15)
    os.waitpid(pid, 0)
    return text


def nvtop():
    global skipped
    if not os.environ["NVTOP"]:
        print("skipped nvtop: the package cannot be fetched")
        skipped += 1
        return
    wanted = [r"0\.344Gi/0\.977Gi", str(WORKER)]
    screen = screen_of(os.environ["NVTOP"], wanted)
    check("nvtop shows the memory of the share", re.search(wanted[0], screen), screen[-3000:])
    check("nvtop shows the container's process", re.search(wanted[1], screen), "")


for client in (nvidia_ml_py, gpustat, nvitop, nvtop):
    client()
print(f"test_clients: {passed} passed, {failed} failed, {skipped} skipped")
sys.exit(failed != 0)
