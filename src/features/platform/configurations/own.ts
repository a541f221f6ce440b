import { metaTypeId, type Meta } from '#kernel/meta.ts'
import { dunningPast, dunningRuler } from '#features/billing/bills/dunning/dunning.ts'
import {
  billing,
  birthdayDays,
  checkDays,
  digestHour,
  firstReply,
  licenceDays,
  officeHours,
  technicalManager,
  type OfficeSetting,
} from '#parts/setting/setting.ts'

const { name, title, ...registration } = technicalManager

interface OwnConfiguration {
  readonly name: string
  readonly settings: readonly OfficeSetting[]
  /** Settings of newer releases: they are added, once, to the configuration that an installation has already. */
  readonly later?: readonly OfficeSetting[]
}
/** The configurations an installation begins with: each of their fields is read by the code that obeys it. */
export const ownConfigurations: readonly OwnConfiguration[] = [
  { name: 'Prazos e avisos', settings: [licenceDays, birthdayDays, checkDays, digestHour] },
  { name: 'Expediente', settings: [officeHours.opens, officeHours.closes] },
  { name: 'Cobrança', settings: [billing.due, billing.rolls, dunningRuler], later: [dunningPast, billing.reply] },
  {
    name: 'Responsável técnico',
    settings: [
      name,
      title,
      {
        key: 'rt-conselho-registro',
        label: 'Registro no conselho',
        type: 'group',
        about: 'Comprova quem assina.',
        fields: Object.values(registration),
      },
    ],
  },
]

/** The same, for each module of tickets. */
export const ownOfModules = { name: 'Primeira resposta', settings: [firstReply] } as const

const eachSetting = (settings: readonly OfficeSetting[]): readonly OfficeSetting[] =>
  settings.flatMap(each => [each, ...eachSetting(each.fields ?? [])])
const ownByKey: ReadonlyMap<string, OfficeSetting> = new Map(
  [...ownConfigurations.flatMap(({ settings, later = [] }) => [...settings, ...later]), ...ownOfModules.settings]
    .flatMap(each => eachSetting([each]))
    .map(each => [each.key, each]),
)
export const declaredSettings: readonly OfficeSetting[] = [...ownByKey.values()]
/** The setting that some code reads under this internal key. */
export const settingAt = (key: string | null | undefined) => (key == null ? undefined : ownByKey.get(key))
/** Whether some code reads the field of this internal key. */
export const isObeyed = (key: string | null | undefined) => settingAt(key) !== undefined

/** A setting as a field of a configuration, with what it changes beside it. */
export const fieldOfSetting = ({ key, label, type, about, width, options, start, fields }: OfficeSetting): Meta => ({
  key,
  internal_key: key,
  meta_type_id: metaTypeId(type),
  value: start ?? null,
  extras: {
    label,
    class: width ?? 'col-12',
    hidden: false,
    options: options ?? [],
    model: null,
    required: false,
    hint: about,
  },
  fields: fields?.map(fieldOfSetting) ?? [],
})
