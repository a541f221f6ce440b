import { featureSetting, yesNo } from '#server/config.ts'

export const linksCheck = featureSetting(
  'LINKS_CHECK',
  yesNo.default(false),
  '`1` asks the address of each important link now and then whether it still answers: public names alone, a few at a time',
)

export const linkSettings = [linksCheck] as const
