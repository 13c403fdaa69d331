# Sourced: the command line of cluster and node. Every command takes --dir.

# options ALLOWED ARGUMENTS...: reads --name value pairs into variables option_NAME; the rest lands in the array operands.
options() {
    local allowed=" $1 " name
    shift
    operands=()
    while [ $# -gt 0 ]; do
        name=${1#--}
        case $1 in
            --keep-logs) option_keep_logs=yes; shift ;;
            --) shift; operands+=("$@"); set -- ;;
            --*)
                [[ $allowed == *" $name "* || $name = dir ]] || fail "there is no option $1 here ($(basename "$0") help)"
                [ $# -ge 2 ] || fail "$1 needs a value"
                [ "$name" = group ] && groups+=("$2")
                printf -v "option_${name//-/_}" %s "$2"
                shift 2 ;;
            *) operands+=("$1"); shift ;;
        esac
    done
    dir=$(readlink -m "${option_dir:-${ALIQUOT_CLUSTER:-$testbed/.cluster}}")
    [[ $dir != *[[:space:]]* ]] || fail "the folder's name must have no blanks: $dir"
}

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 2
}
