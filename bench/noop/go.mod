module aliquot.io/noop

go 1.24
