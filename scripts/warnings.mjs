// A warning that a build survives is read by nobody: it ends the build.

/**
 * A logger of Vite that counts what it prints as a warning.
 * @param {import('vite').Logger} logger
 */
export function countWarnings(logger) {
  const counted = { ...logger, count: 0 }
  for (const level of ['warn', 'warnOnce'])
    counted[level] = (...message) => {
      counted.count += 1
      logger[level](...message)
    }
  return counted
}
