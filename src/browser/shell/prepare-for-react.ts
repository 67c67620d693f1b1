const refreshStubs = { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type }

/** Before an island is mounted by a script: Vite's development build of React expects these on pages without islands. */
export function prepareForReact(): void {
  if (import.meta.env.DEV && !('$RefreshSig$' in globalThis)) Object.assign(globalThis, refreshStubs)
}
