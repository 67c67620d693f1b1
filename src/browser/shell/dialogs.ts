type DialogName = 'access' | 'login' | 'logout'

const dialogOf = (name: DialogName) => document.querySelector<HTMLDialogElement>(`dialog[data-dialog="${name}"]`)

/** Opens one of the shell's dialogs; `closed` is called when it closes without its main action. */
export function openDialog(name: DialogName, closed?: () => void): void {
  const dialog = dialogOf(name)
  if (dialog === null || dialog.open) return
  dialog.addEventListener('close', () => closed?.(), { once: true })
  dialog.showModal()
}

/** Closes a dialog, if it is open. */
export function closeDialog(name: DialogName): void {
  dialogOf(name)?.close()
}
