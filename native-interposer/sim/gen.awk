# Generates the tables of a simulated library from its list of symbols.
#   awk -v what=enum|stubs|rows|second|exports|names -v result=TYPE -v maximum=VERSION -f gen.awk LIST
# LIST is driver-entry-points.tsv (base, version, flags, symbol) or a plain list of names.
# `maximum` drops the symbols that a driver of that version does not have yet.
BEGIN { FS = "\t" }
NF == 1 { base = $1; version = 0; flags = 0; symbol = $1 }
NF >= 4 { base = $1; version = $2; flags = $3; symbol = $4 }
maximum && version > maximum { next }
{ n++ }
what == "enum" { print "SIM_" symbol "," }
what == "stubs" {
    printf "%s sim_stub_%s(void);\n%s sim_stub_%s(void) { return sim_not_supported(%d); }\n", result, symbol, result, symbol, n - 1
    printf "%s %s(void) __attribute__((weak, alias(\"sim_stub_%s\")));\n", result, symbol, symbol
}
what == "rows" {
    printf "{ \"%s\", %d, %d, \"%s\", &%s, &sim_stub_%s, &sim_second_%s },\n", base, version, flags, symbol, symbol, symbol, symbol
}
what == "declare" {
    printf "void %s(void);\nvoid sim_stub_%s(void);\nvoid sim_second_%s(void);\n", symbol, symbol, symbol
}
what == "second" {
    printf ".hidden sim_second_%s\n.globl sim_second_%s\n.type sim_second_%s, %%function\n", symbol, symbol, symbol
    printf "sim_second_%s: SIM_JUMP(%s)\n.size sim_second_%s, .-sim_second_%s\n", symbol, symbol, symbol, symbol
}
what == "exports" { print symbol ";" }
what == "names" { print "\"" symbol "\"," }
