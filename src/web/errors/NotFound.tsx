import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { setTitle } from '#web/config.ts'
import styles from '#web/errors/errors.module.css'
import { NotFoundArt } from '#web/errors/NotFoundArt.tsx'

export function NotFound() {
  useEffect(() => setTitle('Página não encontrada'), [])
  return (
    <section className={styles.page}>
      <NotFoundArt />
      <h1 lang="en">This page could not be found</h1>
      <p>O endereço não existe ou mudou de lugar.</p>
      <div className={styles.acts}>
        <Link to="/">Ir para a página inicial</Link>
        <button type="button" onClick={() => history.back()}>
          Voltar
        </button>
      </div>
    </section>
  )
}
