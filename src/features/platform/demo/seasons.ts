// Factors by calendar month, January first; 1 is an ordinary month.

/** Contracts end with the year and the rise of January; March brings classes back, November its sales. */
const contracts = [0.985, 0.988, 1.002, 1.004, 1.003, 1.001, 0.997, 1, 1.002, 1.005, 1.012, 0.998]
/** Everybody watches more while schools are closed. */
const watching = [1.12, 1.03, 0.97, 0.96, 0.98, 1.02, 1.1, 0.98, 0.97, 0.99, 1.01, 1.09]

const inMonth = (year: readonly number[]) => (month: number) => year[month - 1] ?? 1
export const contractsIn = inMonth(contracts)
export const watchingIn = inMonth(watching)
