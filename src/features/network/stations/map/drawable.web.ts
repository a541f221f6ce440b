/** Whether this browser draws in three dimensions, which the map is made of. */
export function isDrawable() {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}
