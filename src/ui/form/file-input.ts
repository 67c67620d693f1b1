/** Opens the dialog of a file input; `accept` as in `<input accept>`. */
export function openFiles(input: HTMLInputElement | null, accept = ''): void {
  if (input === null) return
  input.accept = accept
  input.removeAttribute('capture')
  input.click()
}

/** Opens the camera on devices that have one, through the same input: its change event brings the photograph. */
export function openCamera(input: HTMLInputElement | null): void {
  if (input === null) return
  input.accept = 'image/*'
  input.setAttribute('capture', 'environment')
  input.click()
}
