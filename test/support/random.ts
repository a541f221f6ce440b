/** Numbers from 0 up to 1 that are the same in every run: Lehmer's generator with Park and Miller's constants (CACM 31, 1988). */
export function seeded(seed: number): () => number {
  const modulus = 2_147_483_647
  let state = (seed * 48_271) % modulus
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}
