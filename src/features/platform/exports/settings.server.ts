import { positive, featureSetting, wholeNumber } from '#server/config.ts'

const range = 'deve estar entre 0 e 10000'

export const exportInlineRows = featureSetting(
  'EXPORT_INLINE_ROWS',
  wholeNumber.min(0, range).max(10_000, range).default(5_000),
  'Rows of a list up to which its file is made at once; longer ones are made in the background',
)
export const exportDays = featureSetting(
  'EXPORT_DAYS',
  positive.default(30),
  'Days after which a file made in the background is deleted',
)

export const exportSettings = [exportInlineRows, exportDays] as const
