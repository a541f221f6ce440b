/** The day so many days after another, 'AAAA-MM-DD'; before it when negative. */
export const daysFrom = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** For how many days the house has had its clients on record, and the young ones; coletas from before were typed in. */
export const [knownFor, youngFor] = [130, 60]
