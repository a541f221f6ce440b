/** The answer to an act that leaves nothing to show: `route` is where the interface should go next. */
export const sentence = (message: string, route: string | null = null) => ({
  type: 'success',
  status: 200,
  route,
  message,
  data: { message },
})
