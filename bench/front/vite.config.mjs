import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// As react-admin's own template has it.
export default defineConfig({ plugins: [react()], base: './' })
