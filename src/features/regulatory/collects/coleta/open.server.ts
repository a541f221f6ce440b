/** Whether the coleta under this alias is still to be sent: `filed` says the contrary in TypeScript, and a test compares them. */
export const openSql = (coleta: string) =>
  `(${coleta}.status_id is null or ${coleta}.status_id = any(open_collect_statuses()))`
