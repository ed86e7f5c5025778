-- The role of the administrator was called keeper before. The name of the account stays.
UPDATE account SET role = 'admin' WHERE role = 'keeper';
