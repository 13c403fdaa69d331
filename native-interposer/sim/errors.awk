# Rows of error codes from include/cuda_result.h: code, name, words.
/^typedef enum/ { inside = 1 }
/} CUresult/ { exit }
inside {
    n = split($0, part, ",")
    for (i = 1; i <= n; i++)
        if (match(part[i], /CUDA_[A-Z0-9_]+ = [0-9]+/)) {
            split(substr(part[i], RSTART, RLENGTH), pair, " = ")
            words = tolower(pair[1])
            sub(/^cuda_(error_)?/, "", words)
            gsub(/_/, " ", words)
            if (pair[1] == "CUDA_SUCCESS") words = "no error"
            if (pair[1] == "CUDA_ERROR_INVALID_VALUE") words = "invalid argument"
            if (pair[1] == "CUDA_ERROR_NOT_INITIALIZED") words = "initialization error"
            if (pair[1] == "CUDA_ERROR_NOT_SUPPORTED") words = "operation not supported"
            printf "{ %d, \"%s\", \"%s\" },\n", pair[2], pair[1], words
        }
}
