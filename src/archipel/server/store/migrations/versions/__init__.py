"""The changes of the database, one file each; what has been released is never edited."""
