import type { MapLink, MapName, MapStation } from '#features/network/stations/map/schema.ts'
import type { MediaMark } from '#features/network/stations/map/map.ts'
import { markOfIcon, mediaMarks } from '#features/network/stations/map/map.ts'
import { lineWidth } from '#features/network/stations/map/read.ts'
import { kmlStyleOf } from '#features/network/stations/kml/kml.ts'

/** As the page's light colours are, in KML's order: opacity, blue, green, red. */
const colours: Readonly<Record<MediaMark, string>> = {
  fibra: 'ffbf5f1f',
  radio: 'ff1d20a3',
  'cabo-metalico': 'ff004a7a',
  'cabo-coaxial': 'ff3c6412',
  satelite: 'ff1f1814',
  outro: 'ff61534a',
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** What XML 1.0 has no way to say is left out. */
const escaped = (text: string) =>
  Array.from(text.toWellFormed(), each => (isSayable(each.charCodeAt(0)) ? (entities[each] ?? each) : '')).join('')
const isSayable = (code: number) =>
  code >= 0x20 ? code !== 0xfffe && code !== 0xffff : code === 0x9 || code === 0xa || code === 0xd

const factsHtml = (facts: readonly (readonly [name: string, value: string | number | null | undefined])[]) => {
  const data = facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : [`<Data name="${name}"><value>${escaped(String(value))}</value></Data>`],
  )
  return data.length ? `<ExtendedData>${data.join('')}</ExtendedData>` : ''
}

interface KmlNetwork {
  readonly title: string
  readonly stations: readonly MapStation[]
  readonly links: readonly MapLink[]
  /** The drawing of a medium, by its row. */
  readonly markOf: (medium: MapName | null) => MediaMark
}

/** Stations and links as Google Earth and its like read them (OGC 12-007r2): a folder each, styled by medium. */
export function kmlOf({ title, stations, links, markOf }: KmlNetwork): string {
  const names = new Map(stations.map(({ id, name }) => [id, name]))
  const nameOf = (id: number) => names.get(id) ?? ''
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    `<name>${escaped(title)}</name>`,
    ...styles(),
    '<Folder><name>Estações</name>',
    ...stations.map(
      each =>
        `<Placemark><name>${escaped(each.name)}</name><styleUrl>#${kmlStyleOf('estacao', markOfIcon(each.icon_url))}</styleUrl>${factsHtml(
          [
            ['Cliente', each.client.name],
            ['Meio', each.attendance_middle?.name],
            ['Tecnologia', each.technology_type?.name],
            ['Número', each.station_number],
            ['Status', each.status?.name],
          ],
        )}<Point><coordinates>${each.longitude},${each.latitude}</coordinates></Point></Placemark>`,
    ),
    '</Folder><Folder><name>Enlaces</name>',
    ...links.map(
      each =>
        `<Placemark><name>${escaped(`${nameOf(each.station_1_id)} ↔ ${nameOf(each.station_2_id)}`)}</name><styleUrl>#${kmlStyleOf('enlace', markOf(each.attendance_middle))}</styleUrl>${factsHtml(
          [
            ['Meio', each.attendance_middle?.name],
            ['Capacidade (Gbps)', each.capacity],
            ['Próprio', each.own_link ? 'Sim' : 'Não'],
            ['Em swap', each.swap ? 'Sim' : 'Não'],
            ['Existe', each.exists ? 'Sim' : 'Não'],
            ['Status', each.status?.name],
          ],
        )}${widthOf(each)}<LineString><tessellate>1</tessellate><coordinates>${each.longitude_1},${each.latitude_1} ${each.longitude_2},${each.latitude_2}</coordinates></LineString></Placemark>`,
    ),
    '</Folder></Document></kml>',
    '',
  ].join('\n')
}

/** A line's width shows its capacity, over the style of its medium. */
const widthOf = ({ capacity }: MapLink) =>
  capacity === null ? '' : `<Style><LineStyle><width>${lineWidth(capacity)}</width></LineStyle></Style>`

const styles = () =>
  Object.keys(mediaMarks)
    .filter((name): name is MediaMark => name in mediaMarks)
    .flatMap(name => [
      `<Style id="${kmlStyleOf('estacao', name)}"><IconStyle><color>${colours[name]}</color></IconStyle></Style>`,
      `<Style id="${kmlStyleOf('enlace', name)}"><LineStyle><color>${colours[name]}</color><width>2</width></LineStyle></Style>`,
    ])
