/** Says whose the files beside it are, in a file people see when they copy them. */
export const markName = 'instalacao.txt'

/** A bin has the files of each day apart. */
export const isBinDay = (name: string) => /^\d{4}-\d\d-\d\d$/.test(name)
