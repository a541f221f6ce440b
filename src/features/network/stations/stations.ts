import { choice, date, decimal, flag, longtext, lineList, metas, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { address } from '#parts/address/address.ts'
import { townMatches } from '#parts/address/judged.ts'

const settled = [['status', 'Finalizado']] as const
const tones = { 'Em aberto': 'info', Finalizado: 'ok' } as const
const closes = 'Sai do que está em aberto, e não muda mais até que alguém use Reabrir.'
const opens = 'Volta a ficar em aberto e a poder mudar.'
const steps = {
  finalizar: { label: 'Finalizar', confirm: closes, when: ['status', 'Em aberto'], undoneBy: 'reabrir' },
  reabrir: { label: 'Reabrir', confirm: opens, when: ['status', 'Finalizado'], undoneBy: 'finalizar' },
} as const

/** One frequency of a licence, as the regulator's register (Mosaico) keeps it: MHz, degrees, metres, dBi and watts. */
const transmission = {
  frequency_tx: decimal('Transmissão (MHz)', { scale: 6, min: 0, max: 300_000 }),
  frequency_rx: decimal('Recepção (MHz)', { scale: 6, min: 0, max: 300_000 }),
  emission: text('Designação de emissão', { max: 15, hint: 'Como 20M0D7W' }),
  antenna_code: text('Homologação da antena', { max: 20 }),
  antenna_height: decimal('Altura da antena (m)', { min: 0, max: 1_000 }),
  azimuth: decimal('Azimute (°)', { min: 0, max: 360 }),
  elevation: decimal('Elevação (°)', { min: -90, max: 90 }),
  antenna_gain: decimal('Ganho (dBi)', { min: -50, max: 100 }),
  beam_width: decimal('Meia potência (°)', { min: 0, max: 360 }),
  front_back: decimal('Frente-costas (dB)', { min: 0, max: 100 }),
  polarization: choice(
    { vertical: 'Vertical', horizontal: 'Horizontal', dupla: 'Dupla', circular: 'Circular' },
    'Polarização',
  ),
  transmitter_code: text('Homologação do transmissor', { max: 20 }),
  power: decimal('Potência (W)', { scale: 4, min: 0, max: 1_000_000 }),
}

/** A station transmits: it has a client, licence account and place. */
export const stations = resource({
  path: 'stations',
  text: { one: 'estação', many: 'estações', gender: 'f' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    client: ref('clients', 'Cliente', { required: true }),
    fistel: ref('fistels', 'Fistel'),
    station_number: text('Número da estação', {
      max: 40,
      format: 'station_number',
      hint: 'Como consta na licença da Anatel',
    }),
    /** TP_ESTACAO and SN_ABERTURA of the yearly file of infrastructure. */
    station_type: choice(
      { propria: 'Própria', terceiro: 'De terceiro', nuvem: 'Em nuvem', virtual: 'Virtual' },
      'Tipo da estação',
    ),
    opening: choice({ sim: 'Sim', nao: 'Não' }, 'Abertura', { hint: 'Se atende clientes ou deriva tráfego ali' }),
    attendance_middle: ref('attendance-middles', 'Meio'),
    technology_type: ref('technology-types', 'Tecnologia'),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'Station' }, tones }),
    is_link: flag('É ponta de enlace'),
    is_virtual: flag('É virtual'),
    act: text('Ato', { max: 20 }),
    station_class: text('Classe da estação', { max: 10, hint: 'Como FX ou FB' }),
    structure: text('Infraestrutura física', { max: 40, hint: 'Como torre, poste ou topo de edifício' }),
    structure_shared: flag('Infraestrutura compartilhada'),
    first_licensed_on: date('Primeiro licenciamento', { past: true }),
    licensed_on: date('Licenciada em', { past: true }),
    valid_until: date('Licença válida até'),
    transmissions: lineList(transmission, 'Frequências e antenas', { max: 50, one: 'frequência' }),
    address: lineList(address, 'Endereço', { max: 1, one: 'endereço' }),
    has_coordinates: flag('Tem coordenadas', { writable: false, derived: true }),
    /** A write sets it. */
    town_match: choice(townMatches, 'Coordenadas no município', { writable: false }),
    /** Stored before numbers had one form: it cannot be read, or another station of the client has it. */
    number_in_doubt: flag('Número a conferir', { writable: false, derived: true }),
    /** Unless both say that they share the structure. */
    near_another: flag('Ao lado de outra do cliente', { writable: false, derived: true }),
    client_shared_stations: lineList({ client: ref('clients', 'Cliente', { required: true }) }, 'Compartilhada com', {
      max: 100,
      one: 'cliente',
    }),
    observations: longtext('Observações', { max: 10_000 }),
    metas: metas('Campos próprios'),
  },
  list: {
    columns: ['name', 'client', 'station_number', 'attendance_middle', 'valid_until', 'status'],
    sort: 'name',
    search: ['name', 'client', 'station_number'],
  },
  form: [
    { fields: ['name', 'client', 'fistel', 'station_number', 'attendance_middle', 'technology_type'] },
    {
      title: 'Onde fica',
      help: 'As coordenadas podem ser coladas de uma planilha, da licença ou de um mapa, nas duas de uma vez.',
      fields: ['address'],
    },
    { title: 'Uso', fields: ['station_type', 'opening', 'is_link', 'is_virtual', 'client_shared_stations'] },
    {
      title: 'Licença',
      fields: [
        'act',
        'station_class',
        'first_licensed_on',
        'licensed_on',
        'valid_until',
        'structure',
        'structure_shared',
      ],
    },
    { title: 'Frequências e antenas', fields: ['transmissions'] },
    { title: 'Observações', fields: ['observations'] },
    { title: 'Campos próprios', fields: ['metas'] },
  ],
  scope: 'client',
  locked: settled,
  actions: steps,
  copied: true,
})

/** Something in the way between two stations of a link. */
const obstruction = {
  station_1: ref('stations', 'A partir de', { required: true, shared: true }),
  station_2: ref('stations', 'Até', { required: true, shared: true }),
  distance: decimal('Distância (km)', { required: true, scale: 6, min: 0, max: 300 }),
  height: decimal('Altura (m)', { required: true, scale: 3, min: 0, max: 9_000 }),
  ground: decimal('Altitude do terreno (m)', { scale: 3, min: -500, max: 9_000 }),
}

/** Stations that speak to each other. */
export const stationLinks = resource({
  path: 'station-links',
  text: { one: 'enlace', many: 'enlaces', gender: 'm' },
  fields: {
    /** 'Torre Norte ↔ Torre Sul, rádio': the stations its reader sees, and the medium. */
    name: text('Enlace', { writable: false, derived: true }),
    client: ref('clients', 'Cliente', { required: true }),
    shared_client: ref('clients', 'Cliente que compartilha'),
    station_link_type: ref('station-link-types', 'Tipo de enlace'),
    attendance_middle: ref('attendance-middles', 'Meio'),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'StationLink' }, tones }),
    stations: lineList({ station: ref('stations', 'Estação', { required: true, shared: true }) }, 'Estações', {
      max: 100,
      one: 'estação',
    }),
    own_link: flag('Enlace próprio', { default: true }),
    /** What the profile between two of its stations is drawn with. */
    obstructions: lineList(obstruction, 'Obstáculos no percurso', { max: 200, one: 'obstáculo' }),
    create_anyway: flag('Registrar mesmo assim', {
      hint: 'Mesmo igual a outro, sem estações, ou com o próprio cliente',
    }),
    observations: longtext('Observações', { max: 10_000 }),
  },
  list: {
    columns: ['name', 'client', 'shared_client', 'station_link_type', 'own_link', 'status'],
    sort: '-created_at',
    search: ['client', 'shared_client', 'stations'],
  },
  form: [
    { fields: ['client', 'shared_client', 'station_link_type', 'attendance_middle', 'own_link', 'create_anyway'] },
    { title: 'Estações', fields: ['stations'] },
    { title: 'Obstáculos no percurso', fields: ['obstructions'] },
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
  capacity: decimal('Capacidade (Gbps)', { scale: 6, min: 0, max: 100_000 }),
  exists: flag('Existe'),
  swap: flag('Em swap', { hint: 'Trecho trocado por fibra de outra prestadora' }),
}

/** One way a link is made up; closed when every connection of it exists. */
export const stationLinkProperties = resource({
  path: 'station-link-properties',
  text: { one: 'propriedade de enlace', many: 'propriedades de enlace', gender: 'f' },
  fields: {
    /** 'P15, Torre Norte ↔ Torre Sul, rádio'. */
    name: text('Propriedade', { writable: false, derived: true }),
    station_link: ref('station-links', 'Enlace', { required: true }),
    slp_id: text('Código', { max: 40 }),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'StationLinkProperty' }, tones }),
    status_closed: flag('Fechada', { writable: false }),
    /** Rows of `station-link-property-connections`. */
    connections: lineList(connection, 'Conexões', { writable: false, mirrored: true }),
  },
  list: {
    columns: ['name', 'slp_id', 'status', 'status_closed'],
    sort: '-created_at',
    search: ['station_link', 'slp_id'],
  },
  form: [{ fields: ['station_link', 'slp_id', 'status', 'status_closed'] }],
  scope: 'station_link',
  locked: [['status_closed', true]],
  actions: {
    finalizar: { label: 'Finalizar', confirm: closes, when: ['status_closed', false], undoneBy: 'reabrir' },
    reabrir: { label: 'Reabrir', confirm: opens, when: ['status_closed', true], undoneBy: 'finalizar' },
  },
})

/** From one station to another, and whether it is up. */
export const stationLinkPropertyConnections = resource({
  path: 'station-link-property-connections',
  text: { one: 'conexão de enlace', many: 'conexões de enlace', gender: 'f' },
  fields: {
    /** 'Torre Norte ↔ Torre Sul'. */
    name: text('Conexão', { writable: false, derived: true }),
    station_link_property: ref('station-link-properties', 'Propriedade', { required: true }),
    property_closed: flag('Propriedade fechada', { writable: false, derived: true }),
    ...connection,
  },
  list: {
    columns: ['name', 'attendance_middle', 'capacity', 'exists', 'swap', 'station_link_property'],
    sort: '-created_at',
    search: ['station_1', 'station_2'],
  },
  form: [
    { fields: ['station_link_property', 'station_1', 'station_2', 'attendance_middle', 'capacity', 'exists', 'swap'] },
  ],
  scope: 'station_link_property',
  locked: [{ when: ['property_closed', true], why: 'A propriedade está fechada: reabra antes.' }],
})
