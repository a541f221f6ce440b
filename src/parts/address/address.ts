import { decimal, flag, integer, ref, text } from '#kernel/field.ts'

/** A place: street and city for the post, coordinates for the map. One at sea has no city. */
export const address = {
  zipcode: text('CEP', { format: 'zipcode' }),
  address: text('Logradouro', { max: 160, personal: true }),
  number: text('Número', { max: 20 }),
  complement: text('Complemento', { max: 80 }),
  neighborhood: text('Bairro', { max: 80 }),
  city: ref('cities', 'Município', { carries: { name_state: text('UF') } }),
  address_type: ref('address-types', 'Tipo de endereço'),
  lat: decimal('Latitude', { scale: 6, min: -90, max: 90, axis: 'lat' }),
  lng: decimal('Longitude', { scale: 6, min: -180, max: 180, axis: 'lng' }),
  altitude: integer('Altitude (m)', { min: -500, max: 9_000 }),
  in_ocean: flag('No mar'),
  google_maps_address: text('Endereço no Google Maps', {
    max: 255,
    hint: 'Como o mapa escreve ou liga',
    personal: true,
  }),
}
