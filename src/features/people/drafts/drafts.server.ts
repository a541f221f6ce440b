import type { ServerFeature } from '#features/feature.server.ts'
import { draftsOf, turnDraft } from '#features/people/drafts/list.server.ts'
import { draftsChore } from '#features/people/drafts/sweep.server.ts'
import {
  discardDraft,
  forgetFormDraft,
  listDrafts,
  readFormDraft,
  restoreDraft,
  writeFormDraft,
} from '#parts/draft/api.ts'
import { declaredForm, type DraftForm } from '#parts/draft/forms.ts'
import { forgetDraft, lookAtForm, storeDraft, type FormAt } from '#parts/draft/store.server.ts'
import type { Catalog } from '#server/catalog.ts'
import { doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface DraftNeeds {
  readonly catalog: () => Catalog
  /** Forms that are not made by the declaration of their section. */
  readonly forms: () => readonly DraftForm[]
}

/** One's own unsaved work of every form, wherever it was typed; nobody else sees what is in it. */
export function draftsOnServer({ catalog, forms }: DraftNeeds): ServerFeature {
  const formAt: FormAt = path => {
    const own = forms().find(({ form }) => form.path === path)
    const declared = catalog().resources.find(each => each.path === path)
    return own ?? (declared && declaredForm(declared))
  }
  return {
    operations: () => [
      serve(listDrafts, async ctx => ({ data: await draftsOf(ctx, formAt) })),
      serve(readFormDraft, async (ctx, { query }) => ({ data: await lookAtForm(ctx, formAt, query) })),
      serve(writeFormDraft, async (ctx, { body }) => {
        const written = await storeDraft(ctx, formAt, body)
        const message = written.revision === null ? 'Há um rascunho mais novo.' : 'Rascunho guardado.'
        return doneAnswer(200, message, written)
      }),
      serve(forgetFormDraft, async (ctx, { query }) => {
        await forgetDraft(ctx, formAt, query)
        return doneAnswer(200, 'Rascunho esquecido.', {})
      }),
      serve(discardDraft, async (ctx, { draft }) => {
        await turnDraft(ctx, draft, true)
        return doneAnswer(200, 'Rascunho descartado.', {})
      }),
      serve(restoreDraft, async (ctx, { draft }) => {
        await turnDraft(ctx, draft, false)
        return doneAnswer(200, 'Rascunho de volta.', {})
      }),
    ],
    chores: [draftsChore(formAt)],
  }
}
