"""The house: pages, streams and the JSON API over the tables that the store keeps."""
