export const replaceAt = <T>(list: readonly T[], at: number, item: T) => list.map((each, i) => (i === at ? item : each))
export const insertAt = <T>(list: readonly T[], at: number, item: T) => [...list.slice(0, at), item, ...list.slice(at)]
export const removeAt = <T>(list: readonly T[], at: number) => list.filter((_, i) => i !== at)
