export const noticeClass = 'flex gap-3 rounded-lg border px-4 py-3'
export const noticeIconClass = 'mt-[3px] size-4 shrink-0'
