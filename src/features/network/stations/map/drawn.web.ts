import type { Map as Plan } from 'maplibre-gl'

/** Milliseconds between two counts while the map is being drawn. */
const between = 250

/** How many stations the discs and marks now on the map represent; one that MapLibre could not draw is in no answer of it. */
function drawnStations(plan: Plan): number {
  const counts = new Map<string, number>()
  for (const { properties } of plan.queryRenderedFeatures({ layers: ['grupos', 'estacoes'] })) {
    const group = properties.point_count !== undefined
    counts.set(
      group ? `group ${properties.cluster_id}` : `station ${properties.id}`,
      group ? Number(properties.point_count) : 1,
    )
  }
  return [...counts.values()].reduce((sum, each) => sum + each, 0)
}

/**
 * Writes the count of the stations drawn as `data-drawn` on the map's element, each time the map has been drawn. It does not
 * wait for the map to be idle: the ground below may come late or never.
 */
export function markDrawn(plan: Plan, container: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const count = () => {
    timer = undefined
    if (plan.isMoving() || !plan.isSourceLoaded('estacoes')) return
    const drawn = String(drawnStations(plan))
    if (container.dataset.drawn !== drawn) container.dataset.drawn = drawn
  }
  plan.on('render', () => (timer ??= setTimeout(count, between)))
  plan.on('remove', () => clearTimeout(timer))
}
