/** The forms with unsaved work, by an id of theirs. */
export const dirtyForms = new Set<string>()
export const anyDirty = () => dirtyForms.size > 0
