/** The values of a metric in what `/metrics` answers, by their labels as they are written. */
export const valuesOf = (body: string, name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...body.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].flatMap(([, found, labels = '', value]) =>
      found === name ? [[labels, Number(value)] as const] : [],
    ),
  )

/** Names of the series that `/metrics` publishes, with those that a histogram or a summary is made of. */
export const seriesIn = (body: string): ReadonlySet<string> =>
  new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map(part => `${name}_${part}`) : [name],
    ),
  )
