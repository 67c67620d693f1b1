/** Counts the papers that are downloaded; the number beside one follows at once, and once only. */
export function startDownloads(): void {
  for (const link of document.querySelectorAll<HTMLElement>('a[data-download]')) {
    const count = link.querySelector('[data-download-count]')
    link.addEventListener('click', async () => {
      const { tellDownloaded } = await import('../../../stores/catalogue/views.ts')
      tellDownloaded(link.dataset['download'] ?? '')
    })
    link.addEventListener(
      'click',
      () => {
        if (count) count.textContent = String(Number(count.textContent) + 1)
      },
      { once: true },
    )
  }
}
