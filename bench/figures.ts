/** The least figure that at least this share of them does not pass; NaN of none. */
export const quantile = (figures: readonly number[], share: number): number =>
  figures.toSorted((one, other) => one - other)[Math.ceil(figures.length * share) - 1] ?? Number.NaN
export const median = (figures: readonly number[]) => quantile(figures, 0.5)
