/** Shows a shop's contact to signed-in users, as far as the company's visibility settings allow. */
const contactElement = document.querySelector<HTMLElement>('[data-contact-of]')

async function showContact(button: HTMLButtonElement): Promise<void> {
  if (contactElement === null) return
  button.disabled = true
  const { loadContact } = await import('../../stores/shops/contact.ts')
  const words = await loadContact(Number(contactElement.dataset['contactOf']))
  button.disabled = false
  const line = contactElement.querySelector('p')
  if (line !== null) line.textContent = words.text
  if (!words.canRetry) button.remove()
}

contactElement?.querySelector<HTMLButtonElement>('[data-show-contact]')?.addEventListener('click', (event) => {
  if (event.currentTarget instanceof HTMLButtonElement) void showContact(event.currentTarget)
})
