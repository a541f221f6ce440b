import { useEffect, useMemo } from 'react'
import { showCategoryImage } from '#features/support/useful-links/api.ts'
import { usePicture } from '#parts/file/usePicture.web.ts'

/** The address of a category's image in this page, once it came; `mark` is what the image is known by. */
export function useImage(uuid: string | null, mark: string | null): string | undefined {
  const enabled = uuid !== null && mark !== null
  const { data } = usePicture(showCategoryImage, { id: uuid ?? '' }, { type: 'image/webp', mark, enabled })
  const address = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}
