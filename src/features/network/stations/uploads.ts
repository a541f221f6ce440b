import { ref } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { fileFields } from '#parts/file/file.ts'

/** Photos of a station and its papers. */
export const stationUploads = resource({
  path: 'station-uploads',
  text: { one: 'arquivo de estação', many: 'arquivos de estação', gender: 'm' },
  fields: {
    ...fileFields,
    station: ref('stations', 'Estação', { required: true, writable: false }),
  },
  list: { columns: ['name', 'station', 'size', 'user'], sort: '-created_at', search: ['name', 'station'] },
  form: [{ fields: ['name'] }],
  scope: 'station',
  verbs: ['index', 'show', 'update', 'destroy'],
})
