import { useQuery } from '@tanstack/react-query'
import type { NoticeChoice } from '#parts/notice/choices.ts'
import { api } from '#web/api.ts'

export const choicesKey = ['own notice choices']

/** What somebody may be told of, and what of it they chose. */
export const useNoticeChoices = () =>
  useQuery({
    queryKey: choicesKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: readonly NoticeChoice[] }>('/users/me/avisos/preferencias', { signal, quiet: true })).data,
  })
