import { flag, integer, lineList, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
} from '#features/network/stations/stations.ts'

const { station_1, station_2, attendance_middle, capacity, exists, swap } = stationLinkPropertyConnections.fields
const joined = {
  station_1,
  station_2,
  capacity,
  attendance_middle,
  exists,
  swap,
  /** Null: the first that is open, or a new one. */
  station_link_property: ref('station-link-properties', 'Propriedade'),
}

/**
 * A drawing is a link with its stations and connections: one call reads or saves it, and its three sections store it. It has no
 * table and no list of its own.
 */
export const drawings = resource({
  path: 'station-links/desenho',
  text: stationLinks.text,
  fields: {
    name: stationLinks.fields.name,
    client: stationLinks.fields.client,
    shared_client: stationLinks.fields.shared_client,
    attendance_middle: stationLinks.fields.attendance_middle,
    station_link_type: stationLinks.fields.station_link_type,
    own_link: stationLinks.fields.own_link,
    status: stationLinks.fields.status,
    slp_id: text('Código da propriedade', {
      max: 40,
      hint: 'Da que nasce com as conexões, se não houver outra aberta',
    }),
    stations: stationLinks.fields.stations,
    connections: lineList(joined, 'Conexões', { max: 500, one: 'conexão' }),
    create_anyway: stationLinks.fields.create_anyway,
    observations: stationLinks.fields.observations,
    properties: lineList(
      {
        slp_id: stationLinkProperties.fields.slp_id,
        status_closed: flag('Fechada'),
      },
      'Propriedades',
      { writable: false, mirrored: true },
    ),
    closed: lineList(joined, 'Conexões de propriedades fechadas', { writable: false, mirrored: true }),
    unseen: integer('Conexões fora da sua vista', { writable: false, derived: true }),
  },
  list: { columns: ['name'] },
  form: [
    { fields: ['client', 'attendance_middle', 'shared_client', 'station_link_type', 'own_link', 'slp_id'] },
    { title: 'Observações', fields: ['observations'] },
  ],
  scope: 'client',
})
