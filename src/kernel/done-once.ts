/** Does the work once, whoever asks and however often; work that failed is done anew for the next who asks. */
export function doneOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    }))
}
