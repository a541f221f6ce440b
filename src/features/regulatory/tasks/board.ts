/** How much is done, in whole percent: all of it alone is 100, and none alone is 0. */
export const percentOf = (done: number, total: number) =>
  total === 0 || done === total ? 100 : Math.max(done ? 1 : 0, Math.min(99, Math.round((done / total) * 100)))
