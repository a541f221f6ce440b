// An access that is set aside stays in its coleta, and goes in no file, no sum and no comparison.

/** Whether an access counts: a line just typed says nothing of it, and does. */
export const isCounted = ({ active }: { readonly active?: unknown }) => active !== false

/** Municipalities with the accesses that count alone. */
export const withCounted = <L extends { readonly accesses_ordered: readonly { readonly active: boolean }[] }>(
  locations: readonly L[],
): readonly L[] =>
  locations.map(location =>
    location.accesses_ordered.every(isCounted)
      ? location
      : { ...location, accesses_ordered: location.accesses_ordered.filter(isCounted) },
  )
