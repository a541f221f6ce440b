/** A property of the link that is drawn. */
export interface DrawnProperty {
  readonly id: number
  readonly slp_id: string | null
  readonly status_closed: boolean
}

/** By its code or, without one, by its place among them. */
export const propertyOptions = (properties: readonly DrawnProperty[]) =>
  properties.map(({ id, slp_id }, i) => ({ value: String(id), label: slp_id ?? `${i + 1}ª propriedade` }))
