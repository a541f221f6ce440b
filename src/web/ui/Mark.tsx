/** The product's mark, as `public/icon.svg` has it for the browser's tabs: drawn by the page, it is no file to wait for. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="7" fill="#1f5fbf" />
    <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round">
      <path d="M16 15v10" />
      <path d="M11.4 16.6a5.6 5.6 0 1 1 9.2 0" />
      <path d="M7.9 19a10 10 0 1 1 16.2 0" />
    </g>
    <circle cx="16" cy="13.4" r="1.9" fill="#fff" />
  </svg>
)
