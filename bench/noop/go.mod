module aliquot.io/noop

go 1.21
