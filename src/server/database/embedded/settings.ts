/**
 * The server starts with these settings; no file of the cluster overrides its command line. Sizes are for an office of fifteen
 * people on a small machine.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // The system's usual calls leave a commit in the disk's own memory there.
  ...((process.platform === 'darwin' || process.platform === 'win32') && { wal_sync_method: 'fsync_writethrough' }),
  // Containers give /dev/shm 64 MB, which parallel plans outgrow.
  ...(process.platform !== 'win32' && { dynamic_shared_memory_type: 'mmap' }),
  max_parallel_workers_per_gather: '0',
  // The pool has six; a second process and administrators have the rest.
  max_connections: '40',
  // A restored copy makes every table and index in one transaction, and each takes a lock.
  max_locks_per_transaction: '256',
  shared_buffers: '64MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  // Between a disk that turns, PostgreSQL's own guess, and one that does not.
  random_page_cost: '2',
  // Nobody replicates it.
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  scram_iterations: '1',
  lc_messages: 'C',
  // Statements and what is in them stay out of the log: LOG and worse, without the errors of statements.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_line_prefix: '',
}

/** Settings without which an acknowledged commit may be lost. */
export const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
