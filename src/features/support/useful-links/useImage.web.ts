import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { showCategoryImage } from '#features/support/useful-links/api.ts'
import { api } from '#web/api.ts'
import { callPath, queryKeyOf } from '#web/call.ts'

/** The address of a category's image in this page, once it came; `mark` is what the image is known by. */
export function useImage(uuid: string | null, mark: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: [...queryKeyOf(showCategoryImage), uuid, mark],
    enabled: uuid !== null && mark !== null,
    queryFn: ({ signal }) =>
      api.blob(callPath(showCategoryImage, { id: uuid ?? '' }), 'image/webp', { signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
  })
  const address = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}
