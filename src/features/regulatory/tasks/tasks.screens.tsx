import { createElement } from 'react'
import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import type * as drawnActs from '#features/regulatory/tasks/TaskActs.tsx'
import type { ReadTask } from '#features/regulatory/tasks/TaskActs.tsx'
import { tasks } from '#features/regulatory/tasks/tasks.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { Screen } from '#web/route/screen.ts'
import { latePart } from '#web/ui/latePart.tsx'

const ClientTasksArea = latePart(() => import('#features/regulatory/tasks/ClientTasksArea.tsx'))

type Drawn = typeof drawnActs

/** A record with what is done with it, and its facts. */
const acted = (
  resource: AnyResource,
  acts: (drawn: Drawn, row: ReadTask) => React.ReactNode,
  facts?: (drawn: Drawn, row: ReadTask) => React.ReactNode,
) => ({
  detail: async () => {
    const [{ DetailScreen }, drawn] = await Promise.all([
      import('#web/screens/DetailScreen.tsx'),
      import('#features/regulatory/tasks/TaskActs.tsx'),
    ])
    const props = {
      resource,
      acts: (row: ReadTask) => acts(drawn, row),
      ...(facts && { facts: (row: ReadTask) => facts(drawn, row) }),
    }
    return { default: () => createElement(DetailScreen, props) }
  },
})

const area: Area = {
  resource: clientTasks,
  group: 'Regulatório',
  title: 'Tarefas',
  by: 'client',
  sort: 'last_on',
  // What is done is no deadline.
  among: { 'filter[done]': 'false' },
  render: client => <ClientTasksArea client={client} />,
}

const screens: readonly Screen[] = [
  {
    path: '/tarefas/quadro',
    title: 'Quadro de tarefas',
    permission: permission(tasks, 'clientes.quadro'),
    load: () => import('#features/regulatory/tasks/TaskBoardScreen.tsx'),
  },
  {
    path: '/tarefas/meu-dia',
    title: 'Meu dia',
    permission: permission(tasks, 'clientes.meu-dia'),
    load: () => import('#features/regulatory/tasks/MyDay.tsx'),
  },
]

export const tasksOnWeb: WebFeature = {
  own: {
    [clientTasks.path]: acted(
      clientTasks,
      ({ TaskActs }, task) => <TaskActs task={task} />,
      ({ TaskFacts }, task) => <TaskFacts task={task} />,
    ),
    [tasks.path]: acted(tasks, ({ TemplateActs }, template) => <TemplateActs template={template} />),
  },
  screens,
  areas: [area],
}
