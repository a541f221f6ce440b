import { chance } from '#features/platform/demo/chance.ts'

/** What a provider pays for every month, and on which day. */
export function paysFor(index: number) {
  const draw = chance(7_000 + index)
  return {
    value: draw.pick([390, 490, 690, 890, 1_290]),
    day: draw.pick([5, 10, 15, 20]),
    extras: index % 7 === 3 ? [{ name: 'Licenciamento de estações', value: 180 }] : [],
  }
}

/** How a bill of so many months ago was paid: most on the day, some late, a few not at all or in part. */
export function howPaid(index: number, monthsAgo: number) {
  if (monthsAgo === 0)
    return index % 9 === 4
      ? 'not'
      : index % 13 === 6
        ? 'part'
        : index % 8 === 5
          ? 'late'
          : index % 21 === 10
            ? 'reversed'
            : 'on-time'
  if (monthsAgo === 1) return index % 15 === 4 ? 'not' : index % 7 === 2 ? 'late' : 'on-time'
  if (monthsAgo === 3 && index % 30 === 4) return 'not'
  if (monthsAgo === 2 && index % 25 === 12) return 'called-off'
  return index % 10 === 1 ? 'late' : 'on-time'
}
