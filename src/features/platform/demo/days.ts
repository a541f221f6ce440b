/** The day so many days after another, 'AAAA-MM-DD'; before it when negative. */
export const daysFrom = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Days since the office registered its clients, and the young ones; earlier coletas were typed in. */
export const [knownFor, youngFor] = [130, 60]
