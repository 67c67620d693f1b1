/** Levels of a category path above the kind of work: the root holds every service, and a stage holds unlike ones. */
export const levelsAboveKind = 2
