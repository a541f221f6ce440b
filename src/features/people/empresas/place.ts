/** SQL: 'Rua do Porto, 12, sala 3, Centro' of the company under `alias`; null where it has no street. */
export const companyPlaceSql = (alias: string) => `case when ${alias}.logradouro is not null then
  concat_ws(', ', ${alias}.logradouro, coalesce(${alias}.numero, 'S/N'), ${alias}.complemento, ${alias}.bairro) end`
