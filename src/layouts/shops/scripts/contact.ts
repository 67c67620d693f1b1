/** Shows a shop's contact to somebody who is signed in, as far as its company lets them see it. */
const place = document.querySelector<HTMLElement>('[data-contact-of]')

async function show(button: HTMLButtonElement): Promise<void> {
  if (place === null) return
  button.disabled = true
  const { readContact } = await import('../../../stores/shops/contact.ts')
  const words = await readContact(Number(place.dataset['contactOf']))
  button.disabled = false
  const line = place.querySelector('p')
  if (line !== null) line.textContent = words.text
  if (!words.again) button.remove()
}

place?.querySelector<HTMLButtonElement>('[data-show-contact]')?.addEventListener('click', (event) => {
  if (event.currentTarget instanceof HTMLButtonElement) void show(event.currentTarget)
})
