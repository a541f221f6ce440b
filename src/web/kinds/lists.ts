export const replaceAt = <T>(list: readonly T[], at: number, item: T) => list.map((each, i) => (i === at ? item : each))
