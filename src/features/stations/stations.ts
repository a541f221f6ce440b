import { decimal, flag, longtext, many, metas, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { address } from '#parts/address/address.ts'

const settled = [['status', 'Finalizado']] as const
const tones = { 'Em aberto': 'info', Finalizado: 'ok' } as const
const closes = 'Sai do que está em aberto, e não muda mais até que alguém use Reabrir.'
const opens = 'Volta a ficar em aberto e a poder mudar.'
const steps = {
  finalizar: { label: 'Finalizar', confirm: closes, when: ['status', 'Em aberto'] },
  reabrir: { label: 'Reabrir', confirm: opens, when: ['status', 'Finalizado'] },
} as const

/** A place that transmits: its client, its licence account, where it stands. */
export const stations = resource({
  path: 'stations',
  text: { one: 'estação', many: 'estações', gender: 'f' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    client: ref('clients', 'Cliente', { required: true }),
    fistel: ref('fistels', 'Fistel'),
    station_number: text('Número da estação', { max: 20, hint: 'Como consta na licença da Anatel' }),
    attendance_middle: ref('attendance-middles', 'Meio'),
    technology_type: ref('technology-types', 'Tecnologia'),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'Station' }, tones }),
    is_link: flag('É ponta de enlace'),
    is_virtual: flag('É virtual'),
    address: many(address, 'Endereço', { max: 1, one: 'endereço' }),
    has_coordinates: flag('Tem coordenadas', { writable: false, derived: true }),
    client_shared_stations: many({ client: ref('clients', 'Cliente', { required: true }) }, 'Compartilhada com', {
      max: 100,
      one: 'cliente',
    }),
    observations: longtext('Observações', { max: 10_000 }),
    metas: metas('Campos próprios'),
  },
  list: {
    columns: ['name', 'client', 'station_number', 'fistel', 'attendance_middle', 'status'],
    sort: 'name',
    search: ['name', 'client', 'station_number'],
  },
  form: [
    { fields: ['name', 'client', 'fistel', 'station_number', 'attendance_middle', 'technology_type'] },
    { title: 'Onde fica', fields: ['address'] },
    { title: 'Uso', fields: ['is_link', 'is_virtual', 'client_shared_stations'] },
    { title: 'Observações', fields: ['observations'] },
    { title: 'Campos próprios', fields: ['metas'] },
  ],
  scope: 'client',
  locked: settled,
  actions: steps,
})

/** Stations that speak to each other. */
export const stationLinks = resource({
  path: 'station-links',
  text: { one: 'enlace', many: 'enlaces', gender: 'm' },
  fields: {
    client: ref('clients', 'Cliente', { required: true }),
    shared_client: ref('clients', 'Cliente que compartilha'),
    station_link_type: ref('station-link-types', 'Tipo de enlace'),
    attendance_middle: ref('attendance-middles', 'Meio'),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'StationLink' }, tones }),
    stations: many({ station: ref('stations', 'Estação', { required: true, shared: true }) }, 'Estações', {
      max: 100,
      one: 'estação',
    }),
    own_link: flag('Enlace próprio', { default: true }),
    create_anyway: flag('Registrar mesmo assim'),
    observations: longtext('Observações', { max: 10_000 }),
  },
  list: {
    columns: ['client', 'shared_client', 'station_link_type', 'attendance_middle', 'own_link', 'status'],
    sort: '-created_at',
    search: ['client', 'shared_client'],
  },
  form: [
    { fields: ['client', 'shared_client', 'station_link_type', 'attendance_middle', 'own_link', 'create_anyway'] },
    { title: 'Estações', fields: ['stations'] },
    { title: 'Observações', fields: ['observations'] },
  ],
  scope: 'client',
  locked: settled,
  actions: steps,
})

const connection = {
  station_1: ref('stations', 'De', { required: true, shared: true }),
  station_2: ref('stations', 'Para', { required: true, shared: true }),
  attendance_middle: ref('attendance-middles', 'Meio'),
  capacity: decimal('Capacidade (Mbps)', { scale: 3, min: 0, max: 10_000_000 }),
  exists: flag('Existe'),
  swap: flag('Invertida'),
}

/** One way a link is made up; closed when every connection of it exists. */
export const stationLinkProperties = resource({
  path: 'station-link-properties',
  text: { one: 'propriedade de enlace', many: 'propriedades de enlace', gender: 'f' },
  fields: {
    station_link: ref('station-links', 'Enlace', { required: true }),
    slp_id: text('Código', { max: 40 }),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'StationLinkProperty' }, tones }),
    status_closed: flag('Fechada', { writable: false }),
    /** Rows of `station-link-property-connections`. */
    connections: many(connection, 'Conexões', { writable: false, mirrored: true }),
  },
  list: {
    columns: ['station_link', 'slp_id', 'status', 'status_closed'],
    sort: '-created_at',
    search: ['station_link', 'slp_id'],
  },
  form: [{ fields: ['station_link', 'slp_id', 'status', 'status_closed'] }],
  scope: 'station_link',
  locked: [['status_closed', true]],
  actions: {
    finalizar: { label: 'Finalizar', confirm: closes, when: ['status_closed', false] },
    reabrir: { label: 'Reabrir', confirm: opens, when: ['status_closed', true] },
  },
})

/** From one station to another, and whether it is up. */
export const stationLinkPropertyConnections = resource({
  path: 'station-link-property-connections',
  text: { one: 'conexão de enlace', many: 'conexões de enlace', gender: 'f' },
  fields: {
    station_link_property: ref('station-link-properties', 'Propriedade', { required: true }),
    ...connection,
  },
  list: {
    columns: ['station_1', 'station_2', 'attendance_middle', 'capacity', 'exists', 'station_link_property'],
    sort: '-created_at',
    search: ['station_1', 'station_2'],
  },
  form: [
    { fields: ['station_link_property', 'station_1', 'station_2', 'attendance_middle', 'capacity', 'exists', 'swap'] },
  ],
  scope: 'station_link_property',
})
